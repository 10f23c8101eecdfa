import { dueOf, dueOfTask, isPast } from '../calendar/overdue.ts';
import type { Instant } from '../model/json.ts';
import { tasksOf } from '../model/plan.ts';
import type { Release } from '../model/release.ts';
import { type FlagStatus, flagStatuses, isClosed, isEnded, isOver, isTemplate } from '../model/status.ts';
import type { Task } from '../model/task.ts';

/** What the tasks that are not done add to the risk of their release. */
interface Tally {
  red: number;
  amber: number;
  overdue: number;
  failures: number;
}

function tallyOf(tasks: Iterable<Task>, now: Instant): Tally {
  const tally: Tally = { red: 0, amber: 0, overdue: 0, failures: 0 };
  for (const task of tasks) {
    const { definition, run } = task;
    if (isEnded(run.status)) continue;
    if (definition.flagStatus === 'AT_RISK') tally.red += 1;
    if (definition.flagStatus === 'ATTENTION_NEEDED') tally.amber += 1;
    if (isPast(dueOfTask(task), now)) tally.overdue += 1;
    tally.failures += run.failuresCount;
  }
  return tally;
}

/** The score of the first limit that `count` does not pass, or the one beyond them all; 0 for none. */
const graded = (count: number, beyond: number, ...grades: readonly (readonly [number, number])[]): number =>
  count === 0 ? 0 : (grades.find(([limit]) => count <= limit)?.[1] ?? beyond);

/** What each assessor of the default risk profile says of a release (states.md, Risk). */
function scoresOf(release: Release, tally: Tally, now: Instant): readonly number[] {
  const flag = { OK: 0, ATTENTION_NEEDED: 30, AT_RISK: 80 }[release.flagStatus];
  const status = release.status === 'FAILED' ? 90 : release.status === 'FAILING' ? 70 : 0;
  return [
    flag,
    status,
    graded(tally.red, 80, [1, 65], [3, 70], [6, 75]),
    graded(tally.amber, 40, [1, 10], [3, 20], [6, 30]),
    isPast(dueOf(release), now) ? 30 : 0,
    graded(tally.overdue, 35, [1, 25]),
    tally.failures === 0 ? 0 : Math.min(100, 40 + 10 * tally.failures),
  ];
}

const gravest = (flags: readonly FlagStatus[]): FlagStatus =>
  flags.reduce((worst, flag) => (flagStatuses.indexOf(flag) > flagStatuses.indexOf(worst) ? flag : worst), 'OK');

/** The release with its risk scores and its real flag; the same release when they are as they were. */
export function withRiskScores(release: Release, now: Instant): Release {
  if (isTemplate(release.status)) return release;
  const tally = tallyOf(isOver(release.status) ? [] : tasksOf(release), now);
  const scores = isOver(release.status) ? [0] : scoresOf(release, tally, now);
  const riskScore = Math.max(...scores);
  const totalRiskScore = scores.reduce((sum, score) => sum + score, 0);
  const phases = release.phases.filter(({ status }) => !isClosed(status)).map(({ flagStatus }) => flagStatus);
  const tasks: readonly FlagStatus[] = [tally.red > 0 ? 'AT_RISK' : tally.amber > 0 ? 'ATTENTION_NEEDED' : 'OK'];
  const realFlagStatus = gravest([release.flagStatus, ...phases, ...tasks]);
  const isSame =
    riskScore === release.riskScore &&
    totalRiskScore === release.totalRiskScore &&
    realFlagStatus === release.realFlagStatus;
  return isSame ? release : { ...release, riskScore, totalRiskScore, realFlagStatus };
}
