import { readDate } from '../../model/dates.ts';
import type { Instant } from '../../model/json.ts';
import { tasksIn } from '../../model/plan.ts';
import type { Release } from '../../model/release.ts';
import type { Variable } from '../../model/variable.ts';
import type { InsightSettings } from './settings.ts';

export const deploymentKinds = ['normal', 'rollback', 'hotfix'] as const;
export type DeploymentKind = (typeof deploymentKinds)[number];

/** The facts of a deployment, computed once at its end. */
export interface DeploymentFacts {
  readonly application: string;
  readonly environment: string;
  /** null: the variable has no value */
  readonly stage: string | null;
  readonly isProduction: boolean;
  readonly failedAttempt: boolean;
  readonly kind: DeploymentKind;
  /** null: unknown */
  readonly commitTimes: readonly Instant[] | null;
  readonly artifactId: string | null;
}

/** Returns the id of the deployment that a release is. A release counts once. */
export const deploymentIdOf = (releaseId: string): string => releaseId.replace(/^Release/, 'Deployment');

/** The maximum number of commits of a deployment whose times are stored, and the maximum length of a name. */
const maxCommits = 1_000;
const maxNameLength = 255;

/** Returns the texts of a variable. Passwords have none. A list has one for each item. */
function textsOf({ type, value }: Variable): readonly string[] {
  if (type === 'PasswordStringVariable' || value === null) return [];
  if (typeof value !== 'object') return [String(value).trim()];
  return Array.isArray(value) ? value.map((item) => String(item).trim()) : [];
}

const readTexts = ({ variables }: Release, key: string | undefined): readonly string[] =>
  variables.filter((variable) => variable.key === key).flatMap(textsOf);

/** Returns the value of a variable; null: it does not exist, is empty, or too long for a name. */
function readName(release: Release, key: string | undefined): string | null {
  const [text = ''] = readTexts(release, key);
  return text === '' || text.length > maxNameLength ? null : text;
}

/** Returns the times of commits. A text can have several, separated by commas or line breaks. Other texts are ignored. */
function commitTimesOf(release: Release, key: string | undefined, end: Instant): readonly Instant[] | null {
  const times = readTexts(release, key)
    .flatMap((text) => text.split(/[,;\n]/))
    .flatMap((text) => readDate(text) ?? [])
    .filter((time) => time <= end);
  return times.length === 0 ? null : times.slice(0, maxCommits);
}

/** Returns the kind from the value of the variable, else from the tags. A rollback wins. */
function kindOf({ tags }: Release, value: string | null): DeploymentKind {
  const names = [value, ...tags].map((name) => name?.toLowerCase());
  return deploymentKinds.find((kind) => kind !== 'normal' && names.includes(kind)) ?? 'normal';
}

/** Returns whether the release was aborted, or one of its tasks failed at least once. */
const isFailedAttempt = ({ status, hasFailed, phases }: Release): boolean =>
  status === 'ABORTED' ||
  hasFailed ||
  phases.some(({ tasks }) => [...tasksIn(tasks)].some(({ run }) => run.failuresCount > 0));

/**
 * Returns the facts of the deployment that an ended release is (insights.md, Deployments). Returns null without the
 * setting, for a release that never started, and without an application or environment.
 */
export function deploymentFactsOf(
  release: Release,
  { deployment: names, productionStages }: InsightSettings,
): DeploymentFacts | null {
  if (names === null || release.startDate === null || release.endDate === null) return null;
  const application = readName(release, names.application);
  const environment = readName(release, names.environment);
  if (application === null || environment === null) return null;
  const stage = readName(release, names.stage);
  return {
    ...{ application, environment, stage },
    isProduction: productionStages.some((name) => name.toLowerCase() === stage?.toLowerCase()),
    failedAttempt: isFailedAttempt(release),
    kind: kindOf(release, readName(release, names.kind)),
    commitTimes: commitTimesOf(release, names.commitTimes, release.endDate),
    artifactId: readName(release, names.artifactId),
  };
}
