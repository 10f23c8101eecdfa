import { compareFields, compareTexts, type TextChange } from '../decision/describe-changes.ts';
import { namedObject } from '../decision/log.ts';
import { stableItems } from '../edits/stable-items.ts';
import { type Message, message } from '../messages/message.ts';
import { blankPhase, blankPhasePassive, type Phase, type PhaseFields } from '../model/phase.ts';
import { titleOf } from '../model/plan.ts';
import { blankRelease, blankReleasePassive, type ReleaseFields } from '../model/release.ts';
import { blankTaskPassive, type Task } from '../model/task.ts';
import { passwordMask, type Variable } from '../model/variable.ts';
import { pick } from '../plans/build.ts';
import type { VersionContent } from './content.ts';
import type { MatchedIds } from './match.ts';
import { isSecret, maskSecrets } from './secrets.ts';

/** A part that differs between two versions of a template, or between two plans. */
export interface VersionDifference {
  readonly part: 'template' | 'variable' | 'phase' | 'task';
  readonly change: 'added' | 'changed' | 'deleted';
  readonly id: string;
  readonly title: string;
  /** The title of the phase that contains the task, or of the phase itself; null for other parts. */
  readonly phase: string | null;
  /** The moves and the changed fields of a changed part. */
  readonly details: readonly Message[];
  /** The changed fields of the details that have several lines, with their whole texts. */
  readonly texts: readonly TextChange[];
}

/** A part of a template with the fields that a comparison shows. */
interface ComparedPart {
  readonly part: VersionDifference['part'];
  readonly id: string;
  readonly title: string;
  readonly phase: string | null;
  readonly fields: object;
  /** the phase, group or template that contains it; for the template itself, an empty id */
  readonly container: { readonly id: string; readonly title: string };
}

/**
 * Returns the parts that differ between two versions, in the order of the later one; deleted parts are last. The tasks
 * of an added or deleted phase or group are only counted. Secrets are compared only by their presence. Attachments are
 * not compared. For two plans without common ids, `ids` are the matching ids of `before` by those of `after`.
 */
export function compareVersions(
  before: VersionContent,
  after: VersionContent,
  ids: MatchedIds = noIds,
): readonly VersionDifference[] {
  const [oldParts, parts] = [partsOf(before, noIds), partsOf(after, ids)];
  const old = new Map(oldParts.map((each) => [each.id, each]));
  const added = taskCountsOf(parts, oldParts);
  const deleted = taskCountsOf(oldParts, parts);
  const moved = movedIds(oldParts, parts);
  const changes = parts.flatMap((each): readonly VersionDifference[] => {
    const previous = old.get(each.id);
    if (previous === undefined) return wholePart('added', each, added.get(each.id));
    const { part, id, title, phase, fields } = each;
    const details = [...moveOf(previous, each, moved), ...compareFields(previous.fields, fields)];
    const texts = compareTexts(previous.fields, fields);
    return details.length === 0 ? [] : [{ part, change: 'changed', id, title, phase, details, texts }];
  });
  return [...changes, ...oldParts.flatMap((each) => wholePart('deleted', each, deleted.get(each.id)))];
}

/**
 * Returns the numbers of tasks in the parts that the other version lacks, by id. Parts inside of such a part have no
 * number of their own.
 */
function taskCountsOf(parts: readonly ComparedPart[], others: readonly ComparedPart[]): ReadonlyMap<string, number> {
  const otherIds = new Set(others.map(({ id }) => id));
  const own = new Map(parts.flatMap((each) => (otherIds.has(each.id) ? [] : [[each.id, each]])));
  const counts = new Map<string, number>();
  for (const each of own.values()) {
    let outermost = each;
    for (let parent = own.get(each.container.id); parent; parent = own.get(parent.container.id)) outermost = parent;
    // A container precedes its tasks, and is not counted itself.
    counts.set(outermost.id, (counts.get(outermost.id) ?? -1) + 1);
  }
  return counts;
}

/** Returns the difference for an added or deleted part; none without a number of tasks. */
function wholePart(
  change: 'added' | 'deleted',
  { part, id, title, phase }: ComparedPart,
  count: number | undefined,
): readonly VersionDifference[] {
  if (count === undefined) return [];
  const details = count === 0 ? [] : [message('change.withTasks', { count })];
  return [{ part, change, id, title, phase, details, texts: [] }];
}

function moveOf(before: ComparedPart, { id, container }: ComparedPart, moved: ReadonlySet<string>): readonly Message[] {
  const target = namedObject(container.id, container.title);
  if (before.container.id !== container.id) return [message('change.movedTo', { container: target })];
  return moved.has(id) ? [message('change.movedWithin', { container: target })] : [];
}

/** Returns the ids of the parts that have another position among the parts that stayed in their container. */
function movedIds(before: readonly ComparedPart[], after: readonly ComparedPart[]): ReadonlySet<string> {
  const listsBefore = Map.groupBy(before, ({ container }) => container.id);
  const listsAfter = Map.groupBy(after, ({ container }) => container.id);
  const moved = [...listsAfter].flatMap(([containerId, list]) => {
    const old = listsBefore.get(containerId) ?? [];
    const oldIds = new Set(old.map(({ id }) => id));
    const common = list.flatMap(({ id }) => (oldIds.has(id) ? [id] : []));
    const stable = stableItems(
      old.map(({ id }) => ({ id, weight: 1 })),
      common,
    );
    return common.filter((id) => !stable.has(id));
  });
  return new Set(moved);
}

const noIds: MatchedIds = new Map();

/** Returns the part of a release, its variables, phases and tasks, with the matching ids. */
function partsOf(content: VersionContent, ids: MatchedIds): readonly ComparedPart[] {
  const { release, stored } = content;
  const { title } = release;
  const id = matchOf(ids, release.id);
  const { attachments, scriptUserPassword, ...texts } = { ...blankReleasePassive, ...stored.release };
  const template = { id, title };
  const common = { phase: null, container: { id: `variables ${id}`, title } };
  return [
    {
      ...({ part: 'template', id, title, phase: null } as const),
      container: { id: '', title: '' },
      fields: { ...pick<ReleaseFields>(blankRelease, release), ...texts },
    },
    ...release.variables.map((variable) => ({
      ...({ part: 'variable', id: matchOf(ids, variable.id), title: variable.key, ...common } as const),
      fields: fieldsOfVariable(variable),
    })),
    ...release.phases.flatMap((phase) => partsOfPhase({ content, ids, phase }, template)),
  ];
}

const matchOf = (ids: MatchedIds, id: string): string => ids.get(id) ?? id;

interface PhaseContext {
  readonly content: VersionContent;
  readonly ids: MatchedIds;
  readonly phase: Phase;
}

function partsOfPhase(context: PhaseContext, container: ComparedPart['container']): readonly ComparedPart[] {
  const { content, ids, phase } = context;
  const { title, tasks } = phase;
  const id = matchOf(ids, phase.id);
  const texts = content.stored.phases.get(phase.id) ?? blankPhasePassive;
  const fields = { ...pick<PhaseFields>(blankPhase, phase), ...texts };
  return [
    { part: 'phase', id, title, phase: title, container, fields },
    ...partsOfTasks(context, tasks, { id, title }),
  ];
}

const partsOfTasks = (
  context: PhaseContext,
  tasks: readonly Task[],
  container: ComparedPart['container'],
): readonly ComparedPart[] =>
  tasks.flatMap((task) => {
    const id = matchOf(context.ids, task.id);
    const title = titleOf(task);
    return [
      {
        ...({ part: 'task', id, title, container } as const),
        phase: context.phase.title,
        fields: fieldsOfTask(context, task),
      },
      ...partsOfTasks(context, task.tasks, { id, title }),
    ];
  });

const fieldsOfVariable = ({ id, ...fields }: Variable) =>
  fields.type === 'PasswordStringVariable'
    ? { ...fields, value: isSecret(fields.value) ? passwordMask : null }
    : fields;

/** Returns the fields of a task. Conditions, dependencies and links are lists of texts. */
function fieldsOfTask({ content: { release, stored }, ids }: PhaseContext, { id, definition, tasks }: Task) {
  const { uses, scriptAuthors, hasPrecondition, hasFailureHandler, hasAbortScript, scriptType, eventSource, ...own } =
    definition;
  const { attachments, properties, ...texts } = stored.tasks.get(id) ?? blankTaskPassive;
  const titles = new Map(tasks.map((task) => [task.id, titleOf(task)]));
  const keys = new Map(release.variables.map((variable) => [variable.id, variable.key]));
  return {
    ...own,
    ...texts,
    properties: maskSecrets(properties),
    creation: maskSecrets(own.creation),
    conditions: own.conditions.map(({ title }) => title),
    dependencies: own.dependencies.map(({ target }) => matchOf(ids, target)),
    links: own.links.map(({ source, target }) => `${titles.get(source) ?? source} → ${titles.get(target) ?? target}`),
    inputs: own.inputs.map((input) => keys.get(input) ?? input),
  };
}
