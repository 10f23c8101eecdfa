export { findVersionOfRelease, listVersions } from './template-versions.ts';
