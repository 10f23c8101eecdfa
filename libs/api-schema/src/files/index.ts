export {
  type ImportBody,
  type ImportResponse,
  type ImportResult,
  importBody,
  importResponse,
  showImportResult,
} from './import.ts';
