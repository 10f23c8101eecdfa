export type { ChangeCreation } from './definition/definition.ts';
export { copyTemplate, createRelease, createTemplate, handle } from './handle.ts';
export type { PlanEdit } from './plan-edits.ts';
export {
  type Command,
  commands,
  definitionOf,
  type Fact,
  type Input,
  neededForCommand,
} from './registry.ts';
export type { Replacement } from './variables/replace-variable.ts';
