export { listVersions } from './template-versions.ts';
