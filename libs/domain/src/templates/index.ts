export { type ChildVariables, childTasks, openVariables } from './child-variables.ts';
export type { CopyTemplateRequest } from './copy-template.ts';
export { type CreateReleaseRequest, prospectiveRelease } from './templates.ts';
