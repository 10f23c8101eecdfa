import { isIdOf, targetId } from '../ids/ids.ts';
import type { PhaseDraft, TaskDraft, TemplateDraft } from '../model/draft.ts';
import { clip } from '../model/errors.ts';
import type { Creation } from '../model/own-fields.ts';
import { keysIn } from '../model/placeholders.ts';
import { isDefaultReference } from '../risk/profiles.ts';
import { fittedVariable, idsOfVariables, knownInputs } from './fit-variables.ts';
import { keepingConfigurations } from './known-configurations.ts';
import type { Known } from './known-here.ts';
import { byHand, typeNamedBy } from './unknown-type.ts';

/** A template as it can be made here, and what of it was left out or changed: a line for each. */
export interface Fitted {
  readonly draft: TemplateDraft;
  readonly warnings: readonly string[];
}

/** The position in the template, for its warnings. */
type Warn = (what: string) => void;

/**
 * Adapts a template from another installation. Tasks of unknown types become manual tasks. Unknown users, connections,
 * gate targets, templates and folders are left out (file-formats.md, JSON task shapes; rest-operations.md, what import
 * does).
 */
export function fitted(draft: TemplateDraft, known: Known): Fitted {
  const warnings: string[] = [];
  const warn: Warn = (what) => warnings.push(what);
  const { owner, scriptUsername, memberViewers, roleViewers, defaultTargetFolderId, phases, riskProfile, variables } =
    draft;
  const own = idsOfVariables(variables);
  warnOfRiskProfile(riskProfile, known, warn);
  return {
    draft: {
      ...draft,
      ...(scriptUsername && { scriptUsername: knownUser('scriptUsername', scriptUsername, known, warn) }),
      ...(owner && { owner: knownUser('owner', owner, known, warn) }),
      ...(memberViewers && { memberViewers: knownUsers('viewer', memberViewers, known, warn) }),
      ...(roleViewers && { roleViewers: roleViewers.filter((each) => isKnownRole(each, known, warn)) }),
      ...(defaultTargetFolderId && {
        defaultTargetFolderId: knownThing('Folder', 'target folder', defaultTargetFolderId, known, warn),
      }),
      ...(phases && { phases: phases.map((phase) => fittedPhase(phase, { known, own, warn })) }),
      ...(variables && { variables: variables.map((variable) => fittedVariable(variable, known, warn)) }),
    },
    warnings,
  };
}

/** A reference to an unknown risk profile is kept, and counts as soon as there is one of this name. */
function warnOfRiskProfile(reference: string | null | undefined, known: Known, warn: Warn): void {
  if (!reference || isDefaultReference(reference) || known.riskProfile(reference)) return;
  warn(`riskProfile '${clip(reference)}' is not known here: the default one counts until there is one of this name`);
}

interface PhasePlace {
  readonly known: Known;
  /** ids of the variables of the template */
  readonly own: ReadonlySet<string>;
  readonly warn: Warn;
}

function fittedPhase(phase: PhaseDraft, { known, own, warn }: PhasePlace): PhaseDraft {
  const { owner, tasks, title = '' } = phase;
  const at = `phase '${clip(title)}'`;
  const warnHere: Warn = (what) => warn(`${at}: ${what}`);
  return {
    ...phase,
    ...(owner && { owner: knownUser('owner', owner, known, warnHere) }),
    ...(tasks && { tasks: tasks.map((task) => fittedTask(task, { at, phase: title, known, own, warn })) }),
  };
}

interface TaskPlace extends PhasePlace {
  readonly at: string;
  /** the title of its phase */
  readonly phase: string;
}

function fittedTask(task: TaskDraft, place: TaskPlace): TaskDraft {
  const { at, known, own, phase } = place;
  const warn: Warn = (what) => place.warn(`task '${clip(task.title ?? '')}' in ${at}: ${what}`);
  const type = typeNamedBy(task);
  const isKnown = known.type(type);
  if (!isKnown) warn(`its type '${clip(type)}' is not known here: it is done by hand`);
  const { owner, watchers, dependencies, creation, inputs, properties, configurationUri, tasks } = task;
  warnOfRiskProfile(creation?.riskProfile, known, warn);
  if (configurationUri) warnOfConfiguration(configurationUri, known, warn);
  const fit: TaskDraft = {
    ...task,
    ...(owner && { owner: knownUser('owner', owner, known, warn) }),
    ...(watchers && { watchers: knownUsers('watcher', watchers, known, warn) }),
    ...(dependencies && { dependencies: dependencies.filter(({ target }) => isKnownTarget(target, known, warn)) }),
    ...(inputs && { inputs: knownInputs(inputs, own, warn) }),
    ...(creation && { creation: fittedCreation(creation, known, warn) }),
    ...(properties && isKnown && { properties: keepingConfigurations(type, properties, known, warn) }),
    ...(tasks && { tasks: tasks.map((inner) => fittedTask(inner, place)) }),
  };
  return isKnown ? fit : byHand(fit, type, phase);
}

/** Whether a text is a name, and no variable that will hold one. */
const isName = (text: string): boolean => text.trim() !== '' && keysIn(text).length === 0;

function isKnownUser(what: string, name: string, known: Known, warn: Warn): boolean {
  if (!isName(name) || known.user(name)) return true;
  warn(`${what} '${clip(name)}' was left out: there is no such user`);
  return false;
}

const knownUser = (what: string, name: string, known: Known, warn: Warn): string | null =>
  isKnownUser(what, name, known, warn) ? name : null;

const knownUsers = (what: string, names: readonly string[], known: Known, warn: Warn): readonly string[] =>
  names.filter((name) => isKnownUser(what, name, known, warn));

function isKnownRole(name: string, known: Known, warn: Warn): boolean {
  if (!isName(name) || known.role(name)) return true;
  warn(`viewer '${clip(name)}' was left out: there is no such role`);
  return false;
}

function isKnownTarget(target: string, known: Known, warn: Warn): boolean {
  if (target.includes('${')) return true;
  const id = targetId(target);
  if (id !== null && known.thing(id)) return true;
  warn(`the dependency on '${clip(target)}' was left out: there is no release, phase or task of this id`);
  return false;
}

/** A missing connection is kept: there may be one of this id or title later. */
function warnOfConfiguration(written: string, known: Known, warn: Warn): void {
  if (!isName(written) || known.configuration(written, null)) return;
  warn(`configurationUri '${clip(written)}' is kept: there is no such connection yet`);
}

const fittedCreation = (creation: Creation, known: Known, warn: Warn): Creation => ({
  ...creation,
  templateId: creation.templateId && keptTemplate(creation.templateId, known, warn),
  folderId: creation.folderId && knownThing('Folder', 'folder', creation.folderId, known, warn),
});

/** A missing template is kept by its id: the task is bound to it as soon as it is imported. */
function keptTemplate(written: string, known: Known, warn: Warn): string {
  const last = written.slice(written.lastIndexOf('/') + 1);
  if (!isIdOf('Release', last)) return written;
  if (!known.thing(last)) warn(`template '${clip(written)}' is kept: no template has this id yet`);
  return last;
}

/** The last segment of an id where it is one; a variable, or a path of titles, as it is; null for what there is not. */
function knownThing(
  kind: 'Release' | 'Folder',
  what: string,
  written: string,
  known: Known,
  warn: Warn,
): string | null {
  const last = written.slice(written.lastIndexOf('/') + 1);
  if (!isIdOf(kind, last)) return written;
  if (known.thing(last)) return last;
  warn(`${what} '${clip(written)}' was left out: the id is unknown`);
  return null;
}
