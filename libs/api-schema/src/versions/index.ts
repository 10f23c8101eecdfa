export {
  type RestoredVersionResponse,
  restoredVersionResponse,
  showTemplateVersion,
  showVersionComparison,
  type TemplateVersionResponse,
  templateVersionResponse,
  type VersionComparisonResponse,
  versionComparisonResponse,
} from './version.ts';
