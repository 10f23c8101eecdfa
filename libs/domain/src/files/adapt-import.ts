import { isIdOf, targetId } from '../ids/ids.ts';
import { type Message, type MessageCode, message } from '../messages/message.ts';
import { type Warn, warnAt } from '../messages/warnings.ts';
import type { PhaseDraft, TaskDraft, TemplateDraft } from '../model/draft.ts';
import type { Creation } from '../model/own-fields.ts';
import { keysIn } from '../model/placeholders.ts';
import { isDefaultReference } from '../risk/profiles.ts';
import { adaptVariable, resolveInputs, variableIdsOf } from './adapt-variables.ts';
import { withConfigurationReferences } from './configuration-references.ts';
import type { ReferenceLookup } from './reference-lookup.ts';
import { effectiveTypeOf, toManualTask } from './unknown-type.ts';

/** A template that can be created in this installation, with a warning for each removed, changed or unknown part. */
export interface AdaptedTemplate {
  readonly draft: TemplateDraft;
  readonly warnings: readonly Message[];
}

/**
 * Adapts a template from another installation. Tasks of unknown types become manual tasks. Unknown users, roles, gate
 * targets and folders are removed. References to unknown connections, templates and risk profiles are kept
 * (file-formats.md, JSON task shapes; rest-operations.md, what import does).
 */
export function adaptTemplate(draft: TemplateDraft, lookup: ReferenceLookup): AdaptedTemplate {
  const warnings: Message[] = [];
  const warn: Warn = (warning) => warnings.push(warning);
  const { owner, scriptUsername, memberViewers, roleViewers, defaultTargetFolderId, phases, riskProfile, variables } =
    draft;
  const variableIds = variableIdsOf(variables);
  warnUnknownRiskProfile(riskProfile, lookup, warn);
  return {
    draft: {
      ...draft,
      ...(scriptUsername && { scriptUsername: resolveUser('import.unknownRunAs', scriptUsername, lookup, warn) }),
      ...(owner && { owner: resolveUser('import.unknownOwner', owner, lookup, warn) }),
      ...(memberViewers && { memberViewers: resolveUsers('import.unknownViewer', memberViewers, lookup, warn) }),
      ...(roleViewers && { roleViewers: roleViewers.filter((role) => isKnownRole(role, lookup, warn)) }),
      ...(defaultTargetFolderId && {
        defaultTargetFolderId: resolveFolderId('import.unknownTargetFolder', defaultTargetFolderId, lookup, warn),
      }),
      ...(phases && { phases: phases.map((phase) => adaptPhase(phase, { lookup, variableIds, warn })) }),
      ...(variables && { variables: variables.map((variable) => adaptVariable(variable, lookup, warn)) }),
    },
    warnings,
  };
}

/** Warns about an unknown risk profile. The reference is kept, and takes effect if such a profile is created. */
function warnUnknownRiskProfile(reference: string | null | undefined, lookup: ReferenceLookup, warn: Warn): void {
  if (!reference || isDefaultReference(reference) || lookup.riskProfile(reference)) return;
  warn(message('import.unknownRiskProfile', { riskProfile: reference }));
}

interface PhaseContext {
  readonly lookup: ReferenceLookup;
  /** The ids of the variables of the template. */
  readonly variableIds: ReadonlySet<string>;
  readonly warn: Warn;
}

function adaptPhase(phase: PhaseDraft, { lookup, variableIds, warn }: PhaseContext): PhaseDraft {
  const { owner, tasks, title = '' } = phase;
  const part = message('part.phase', { title });
  const warnHere = warnAt(warn, part);
  return {
    ...phase,
    ...(owner && { owner: resolveUser('import.unknownOwner', owner, lookup, warnHere) }),
    ...(tasks && {
      tasks: tasks.map((task) => adaptTask(task, { part, phase: title, lookup, variableIds, warn })),
    }),
  };
}

interface TaskContext extends PhaseContext {
  /** The name of its phase, for warnings. */
  readonly part: Message;
  /** The title of its phase. */
  readonly phase: string;
}

function adaptTask(task: TaskDraft, context: TaskContext): TaskDraft {
  const { part, lookup, variableIds, phase } = context;
  const warn = warnAt(context.warn, message('part.taskIn', { title: task.title ?? '', phase: part }));
  const type = effectiveTypeOf(task);
  const isKnown = lookup.type(type);
  if (!isKnown) warn(message('import.unknownTaskType', { type }));
  const { owner, watchers, dependencies, creation, inputs, properties, configurationUri, tasks } = task;
  warnUnknownRiskProfile(creation?.riskProfile, lookup, warn);
  if (configurationUri) warnUnknownConfiguration(configurationUri, lookup, warn);
  const adapted: TaskDraft = {
    ...task,
    ...(owner && { owner: resolveUser('import.unknownOwner', owner, lookup, warn) }),
    ...(watchers && { watchers: resolveUsers('import.unknownWatcher', watchers, lookup, warn) }),
    ...(dependencies && { dependencies: dependencies.filter(({ target }) => isKnownTarget(target, lookup, warn)) }),
    ...(inputs && { inputs: resolveInputs(inputs, variableIds, warn) }),
    ...(creation && { creation: adaptCreation(creation, lookup, warn) }),
    ...(properties && isKnown && { properties: withConfigurationReferences(type, properties, lookup, warn) }),
    ...(tasks && { tasks: tasks.map((inner) => adaptTask(inner, context)) }),
  };
  return isKnown ? adapted : toManualTask(adapted, type, phase);
}

/** Whether a text is a name without placeholders. */
const isName = (text: string): boolean => text.trim() !== '' && keysIn(text).length === 0;

/** The warnings about unknown users, by the field with the user. */
type UserWarning = Extract<MessageCode, `import.unknown${'RunAs' | 'Owner' | 'Viewer' | 'Watcher'}`>;

function isKnownUser(warning: UserWarning, name: string, lookup: ReferenceLookup, warn: Warn): boolean {
  if (!isName(name) || lookup.user(name)) return true;
  warn(message(warning, { user: name }));
  return false;
}

const resolveUser = (warning: UserWarning, name: string, lookup: ReferenceLookup, warn: Warn): string | null =>
  isKnownUser(warning, name, lookup, warn) ? name : null;

const resolveUsers = (
  warning: UserWarning,
  names: readonly string[],
  lookup: ReferenceLookup,
  warn: Warn,
): readonly string[] => names.filter((name) => isKnownUser(warning, name, lookup, warn));

function isKnownRole(name: string, lookup: ReferenceLookup, warn: Warn): boolean {
  if (!isName(name) || lookup.role(name)) return true;
  warn(message('import.unknownViewerRole', { role: name }));
  return false;
}

function isKnownTarget(target: string, lookup: ReferenceLookup, warn: Warn): boolean {
  if (target.includes('${')) return true;
  const id = targetId(target);
  if (id !== null && lookup.object(id)) return true;
  warn(message('import.unknownDependency', { target }));
  return false;
}

/** Warns about an unknown connection. The reference is kept, because a connection with this id may be created later. */
function warnUnknownConfiguration(rawId: string, lookup: ReferenceLookup, warn: Warn): void {
  if (!isName(rawId) || lookup.configuration(rawId, null)) return;
  warn(message('import.unknownConnection', { property: 'configurationUri', connection: rawId }));
}

const adaptCreation = (creation: Creation, lookup: ReferenceLookup, warn: Warn): Creation => ({
  ...creation,
  templateId: creation.templateId && resolveTemplateId(creation.templateId, lookup, warn),
  folderId: creation.folderId && resolveFolderId('import.unknownReleaseFolder', creation.folderId, lookup, warn),
});

/** Returns the last segment of a template id. An unknown id is kept, because the template may be imported later. */
function resolveTemplateId(rawId: string, lookup: ReferenceLookup, warn: Warn): string {
  const last = rawId.slice(rawId.lastIndexOf('/') + 1);
  if (!isIdOf('Release', last)) return rawId;
  if (!lookup.object(last)) warn(message('import.unknownTemplate', { template: rawId }));
  return last;
}

/** Returns the last segment of a folder id, or null for an unknown folder. Placeholders and paths are unchanged. */
function resolveFolderId(
  warning: Extract<MessageCode, 'import.unknownTargetFolder' | 'import.unknownReleaseFolder'>,
  rawId: string,
  lookup: ReferenceLookup,
  warn: Warn,
): string | null {
  const last = rawId.slice(rawId.lastIndexOf('/') + 1);
  if (!isIdOf('Folder', last)) return rawId;
  if (lookup.object(last)) return last;
  warn(message(warning, { folder: rawId }));
  return null;
}
