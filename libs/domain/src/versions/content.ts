import { type LogEntry, type Outcome, systemUser } from '../decision/outcome.ts';
import type { StoredPassives } from '../edits/requested-plan.ts';
import type { Instant } from '../model/json.ts';
import type { Passive } from '../model/passive.ts';
import { blankPhase, type Phase, type PhaseFields } from '../model/phase.ts';
import { blankRelease, type Release, type ReleaseFields } from '../model/release.ts';
import { isTemplate } from '../model/status.ts';
import type { Task } from '../model/task.ts';

/** The content of a template in one version. Secrets of earlier versions are masked. */
export interface VersionContent {
  readonly release: Release;
  readonly stored: StoredPassives;
}

/** The number of versions of a template that are stored. */
export const maxVersions = 200;

/** The maximum number of changes that the summary of a version lists. The others are only counted. */
const maxListed = 5;

/** One change in the summary of a version, in the words of the activity log. */
export type VersionChange = Pick<LogEntry, 'message' | 'code' | 'params'>;

/** A version to store. */
export interface NewVersion {
  readonly author: string;
  /** null: the time of the save */
  readonly at: Instant | null;
  readonly changes: readonly VersionChange[];
  readonly changeCount: number;
}

/**
 * Returns the version that a save creates, or null if it creates none: each change of the content of a template creates
 * one. `before` is null for a new template.
 */
export function newVersion(before: Release | null, { release, entries }: Outcome): NewVersion | null {
  if (!isTemplate(release.status)) return null;
  if (before !== null && isSameContent(before, release)) return null;
  const [first] = entries;
  return {
    author: first?.username ?? systemUser,
    at: first?.eventTime ?? null,
    changes: entries.slice(0, maxListed).map(({ message, code, params }) => ({ message, code, params })),
    changeCount: entries.length,
  };
}

/**
 * Whether two states of a template have the same content: properties, phases, tasks and variables. The folder, the
 * attachments and the authorship are not content. The domain returns the same object for an unchanged part, so parts
 * are compared by identity.
 */
export function isSameContent(before: Release, after: Release): boolean {
  if (before === after) return true;
  return (
    hasSameFields<ReleaseFields>(blankRelease, before, after) &&
    before.variables === after.variables &&
    isSamePassive(before.passive, after.passive) &&
    isSameList(before.phases, after.phases, isSamePhase)
  );
}

function hasSameFields<T extends object>(fields: T, before: T, after: T): boolean {
  for (const field in fields) if (before[field] !== after[field]) return false;
  return true;
}

/** Whether only attachments differ. */
const isSamePassive = <T>(before: Passive<T>, after: Passive<T>): boolean =>
  before === after ||
  (after.kind === 'stored' && Object.keys(after.changes ?? {}).every((field) => field === 'attachments'));

const isSameList = <T>(
  before: readonly T[],
  after: readonly T[],
  isSame: (before: T, after: T | undefined) => boolean,
): boolean =>
  before === after || (before.length === after.length && before.every((part, index) => isSame(part, after[index])));

const isSamePhase = (before: Phase, after: Phase | undefined): boolean =>
  before === after ||
  (after !== undefined &&
    before.id === after.id &&
    hasSameFields<PhaseFields>(blankPhase, before, after) &&
    isSamePassive(before.passive, after.passive) &&
    isSameList(before.tasks, after.tasks, isSameTask));

const isSameTask = (before: Task, after: Task | undefined): boolean =>
  before === after ||
  (after !== undefined &&
    before.id === after.id &&
    before.definition === after.definition &&
    isSamePassive(before.passive, after.passive) &&
    isSameList(before.tasks, after.tasks, isSameTask));
