export type { CopyTemplateRequest } from './copy-template.ts';
export { type CreateReleaseRequest, prospectiveRelease } from './templates.ts';
