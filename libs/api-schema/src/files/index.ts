export { type ImportBody, type ImportResult, importBody, importResponse, showImportResult } from './import.ts';
