export {
  type ReleaseComparisonResponse,
  type RestoredVersionResponse,
  releaseComparisonResponse,
  restoredVersionResponse,
  showTemplateVersion,
  showVersionComparison,
  type TemplateVersionResponse,
  templateVersionResponse,
  type VersionComparisonResponse,
  versionComparisonResponse,
} from './version.ts';
