export { copyTemplate, createRelease, createTemplate, handle } from './handle.ts';
