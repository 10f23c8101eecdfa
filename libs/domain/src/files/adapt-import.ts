import { isIdOf, targetId } from '../ids/ids.ts';
import type { PhaseDraft, TaskDraft, TemplateDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import type { Creation } from '../model/own-fields.ts';
import { keysIn } from '../model/placeholders.ts';
import { isDefaultReference } from '../risk/profiles.ts';
import { adaptVariable, resolveInputs, variableIdsOf } from './adapt-variables.ts';
import { withConfigurationReferences } from './configuration-references.ts';
import type { ReferenceLookup } from './reference-lookup.ts';
import { effectiveTypeOf, toManualTask } from './unknown-type.ts';

/** A template as it can be made here, and what of it was left out or changed: a line for each. */
export interface AdaptedTemplate {
  readonly draft: TemplateDraft;
  readonly warnings: readonly string[];
}

/** The position in the template, for its warnings. */
type Warn = (warning: string) => void;

/**
 * Adapts a template from another installation. Tasks of unknown types become manual tasks. Unknown users, connections,
 * gate targets, templates and folders are left out (file-formats.md, JSON task shapes; rest-operations.md, what import
 * does).
 */
export function adaptTemplate(draft: TemplateDraft, lookup: ReferenceLookup): AdaptedTemplate {
  const warnings: string[] = [];
  const warn: Warn = (warning) => warnings.push(warning);
  const { owner, scriptUsername, memberViewers, roleViewers, defaultTargetFolderId, phases, riskProfile, variables } =
    draft;
  const variableIds = variableIdsOf(variables);
  warnUnknownRiskProfile(riskProfile, lookup, warn);
  return {
    draft: {
      ...draft,
      ...(scriptUsername && { scriptUsername: resolveUser('scriptUsername', scriptUsername, lookup, warn) }),
      ...(owner && { owner: resolveUser('owner', owner, lookup, warn) }),
      ...(memberViewers && { memberViewers: resolveUsers('viewer', memberViewers, lookup, warn) }),
      ...(roleViewers && { roleViewers: roleViewers.filter((role) => isKnownRole(role, lookup, warn)) }),
      ...(defaultTargetFolderId && {
        defaultTargetFolderId: resolveObjectId('Folder', 'target folder', defaultTargetFolderId, lookup, warn),
      }),
      ...(phases && { phases: phases.map((phase) => adaptPhase(phase, { lookup, variableIds, warn })) }),
      ...(variables && { variables: variables.map((variable) => adaptVariable(variable, lookup, warn)) }),
    },
    warnings,
  };
}

/** A reference to an unknown risk profile is kept, and counts as soon as there is one of this name. */
function warnUnknownRiskProfile(reference: string | null | undefined, lookup: ReferenceLookup, warn: Warn): void {
  if (!reference || isDefaultReference(reference) || lookup.riskProfile(reference)) return;
  warn(`riskProfile '${clip(reference)}' is not known here: the default one counts until there is one of this name`);
}

interface PhaseContext {
  readonly lookup: ReferenceLookup;
  /** ids of the variables of the template */
  readonly variableIds: ReadonlySet<string>;
  readonly warn: Warn;
}

function adaptPhase(phase: PhaseDraft, { lookup, variableIds, warn }: PhaseContext): PhaseDraft {
  const { owner, tasks, title = '' } = phase;
  const location = `phase '${clip(title)}'`;
  const warnHere: Warn = (warning) => warn(`${location}: ${warning}`);
  return {
    ...phase,
    ...(owner && { owner: resolveUser('owner', owner, lookup, warnHere) }),
    ...(tasks && {
      tasks: tasks.map((task) => adaptTask(task, { location, phase: title, lookup, variableIds, warn })),
    }),
  };
}

interface TaskContext extends PhaseContext {
  readonly location: string;
  /** the title of its phase */
  readonly phase: string;
}

function adaptTask(task: TaskDraft, context: TaskContext): TaskDraft {
  const { location, lookup, variableIds, phase } = context;
  const warn: Warn = (warning) => context.warn(`task '${clip(task.title ?? '')}' in ${location}: ${warning}`);
  const type = effectiveTypeOf(task);
  const isKnown = lookup.type(type);
  if (!isKnown) warn(`its type '${clip(type)}' is not known here: it is done by hand`);
  const { owner, watchers, dependencies, creation, inputs, properties, configurationUri, tasks } = task;
  warnUnknownRiskProfile(creation?.riskProfile, lookup, warn);
  if (configurationUri) warnUnknownConfiguration(configurationUri, lookup, warn);
  const adapted: TaskDraft = {
    ...task,
    ...(owner && { owner: resolveUser('owner', owner, lookup, warn) }),
    ...(watchers && { watchers: resolveUsers('watcher', watchers, lookup, warn) }),
    ...(dependencies && { dependencies: dependencies.filter(({ target }) => isKnownTarget(target, lookup, warn)) }),
    ...(inputs && { inputs: resolveInputs(inputs, variableIds, warn) }),
    ...(creation && { creation: adaptCreation(creation, lookup, warn) }),
    ...(properties && isKnown && { properties: withConfigurationReferences(type, properties, lookup, warn) }),
    ...(tasks && { tasks: tasks.map((inner) => adaptTask(inner, context)) }),
  };
  return isKnown ? adapted : toManualTask(adapted, type, phase);
}

/** Whether a text is a name, and no variable that will hold one. */
const isName = (text: string): boolean => text.trim() !== '' && keysIn(text).length === 0;

function isKnownUser(warning: string, name: string, lookup: ReferenceLookup, warn: Warn): boolean {
  if (!isName(name) || lookup.user(name)) return true;
  warn(`${warning} '${clip(name)}' was left out: there is no such user`);
  return false;
}

const resolveUser = (warning: string, name: string, lookup: ReferenceLookup, warn: Warn): string | null =>
  isKnownUser(warning, name, lookup, warn) ? name : null;

const resolveUsers = (
  warning: string,
  names: readonly string[],
  lookup: ReferenceLookup,
  warn: Warn,
): readonly string[] => names.filter((name) => isKnownUser(warning, name, lookup, warn));

function isKnownRole(name: string, lookup: ReferenceLookup, warn: Warn): boolean {
  if (!isName(name) || lookup.role(name)) return true;
  warn(`viewer '${clip(name)}' was left out: there is no such role`);
  return false;
}

function isKnownTarget(target: string, lookup: ReferenceLookup, warn: Warn): boolean {
  if (target.includes('${')) return true;
  const id = targetId(target);
  if (id !== null && lookup.object(id)) return true;
  warn(`the dependency on '${clip(target)}' was left out: there is no release, phase or task of this id`);
  return false;
}

/** A missing connection is kept: there may be one of this id or title later. */
function warnUnknownConfiguration(rawId: string, lookup: ReferenceLookup, warn: Warn): void {
  if (!isName(rawId) || lookup.configuration(rawId, null)) return;
  warn(`configurationUri '${clip(rawId)}' is kept: there is no such connection yet`);
}

const adaptCreation = (creation: Creation, lookup: ReferenceLookup, warn: Warn): Creation => ({
  ...creation,
  templateId: creation.templateId && resolveTemplateId(creation.templateId, lookup, warn),
  folderId: creation.folderId && resolveObjectId('Folder', 'folder', creation.folderId, lookup, warn),
});

/** A missing template is kept by its id: the task is bound to it as soon as it is imported. */
function resolveTemplateId(rawId: string, lookup: ReferenceLookup, warn: Warn): string {
  const last = rawId.slice(rawId.lastIndexOf('/') + 1);
  if (!isIdOf('Release', last)) return rawId;
  if (!lookup.object(last)) warn(`template '${clip(rawId)}' is kept: no template has this id yet`);
  return last;
}

/** The last segment of an id where it is one; a variable, or a path of titles, as it is; null for what there is not. */
function resolveObjectId(
  kind: 'Release' | 'Folder',
  warning: string,
  rawId: string,
  lookup: ReferenceLookup,
  warn: Warn,
): string | null {
  const last = rawId.slice(rawId.lastIndexOf('/') + 1);
  if (!isIdOf(kind, last)) return rawId;
  if (lookup.object(last)) return last;
  warn(`${warning} '${clip(rawId)}' was left out: the id is unknown`);
  return null;
}
