export { renderReleaseComparison } from './compare-releases.ts';
export { listTemplateVersions, renderVersion, renderVersionComparison, restoreVersion } from './versions.ts';
