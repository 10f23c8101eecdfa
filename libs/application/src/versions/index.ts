export { listTemplateVersions, renderVersion, renderVersionComparison, restoreVersion } from './versions.ts';
