import { approvalsOf, type VerdictEffect, verdictEffects, voidMessage } from '@slipway/domain/gates';
import { textOf } from '@slipway/domain/messages';
import { isEnded, type Verdict } from '@slipway/domain/model';
import type { Cell, Row, Sheet } from '@slipway/formats';
import { dateCell, listCell, wordsOf } from './report-cells.ts';
import type { ReportedTask, ReportFacts } from './report-facts.ts';

/** The gates with approvals. */
const gatesOf = ({ tasks }: ReportFacts): readonly ReportedTask[] =>
  [...tasks.values()].filter(
    ({ task: { definition, run } }) =>
      definition.approvalRequirements.length > 0 || (run.signing?.verdicts.length ?? 0) > 0,
  );

const gateCells = ({ position, task }: ReportedTask): readonly Cell[] => [
  `${position} ${task.definition.title}`,
  wordsOf(task.run.status),
];

/** Lists all verdicts, including withdrawn ones and those that another one of the same user replaced. */
export const verdictSheet = (facts: ReportFacts): Sheet => ({
  name: 'Approvals',
  columns: [
    { title: 'Gate', width: 44 },
    { title: 'Gate status', width: 18 },
    { title: 'Time (UTC)', width: 20 },
    { title: 'User', width: 18 },
    { title: 'Verdict', width: 12 },
    { title: 'Reason', width: 60 },
    { title: 'Version (gate.plan)', width: 20 },
    { title: 'Before the gate started', width: 24 },
    { title: 'Teams', width: 24 },
    { title: 'Roles', width: 24 },
    { title: 'Effect on the open gate', width: 50 },
    { title: 'Gate id', width: 40 },
  ],
  rows: () => gatesOf(facts).flatMap((gate) => verdictRows(facts, gate)),
});

/** After the end of a gate, later changes of the release do not matter. Then the effect is not listed. */
function verdictRows({ view: { release } }: ReportFacts, gate: ReportedTask): readonly Row[] {
  const isOpen = !isEnded(gate.task.run.status);
  return verdictEffects(release, gate.task).map(({ verdict, effect }) => [
    ...gateCells(gate),
    ...[dateCell(verdict.date), verdict.username, wordsOf(verdict.kind), verdict.comment],
    ...[`${verdict.gate}.${verdict.plan}`, verdict.ahead, listCell(verdict.teams), listCell(verdict.roles)],
    ...[isOpen ? effectText(effect, verdict) : null, gate.task.id],
  ]);
}

function effectText(effect: VerdictEffect, { username }: Verdict): string {
  switch (effect) {
    case 'counts':
      return 'Counts as an approval';
    case 'blocks':
      return 'Blocks the gate';
    case 'replaced':
      return 'Replaced by a later verdict of the user';
    case 'withdrawn':
      return 'Withdrawn';
    case 'notNeeded':
      return 'Not needed: other users have approved';
    case 'gateChanged':
    case 'releaseChanged':
    case 'tooEarly':
    case 'notAsked':
    case 'createdRelease':
    case 'startedRelease':
    case 'changedRelease':
    case 'createdGate':
    case 'changedGate':
      return `Does not count: ${textOf(voidMessage(effect, username))}`;
  }
}

/** Lists the required approvals of each gate. */
export const requirementSheet = (facts: ReportFacts): Sheet => ({
  name: 'Required approvals',
  columns: [
    { title: 'Gate', width: 44 },
    { title: 'Gate status', width: 18 },
    { title: 'Approvals', width: 12 },
    { title: 'Team', width: 24 },
    { title: 'Role', width: 24 },
    { title: 'Four eyes', width: 12 },
    { title: 'Before the gate starts', width: 24 },
    { title: 'Covers the whole release', width: 26 },
    { title: 'Missing in the open gate', width: 26 },
    { title: 'Gate id', width: 40 },
  ],
  rows: () => gatesOf(facts).flatMap((gate) => requirementRows(facts, gate)),
});

function requirementRows({ view: { release } }: ReportFacts, gate: ReportedTask): readonly Row[] {
  const isOpen = !isEnded(gate.task.run.status);
  return approvalsOf(release, gate.task).counts.map(({ requirement, missing }) => [
    ...gateCells(gate),
    ...[requirement.count, requirement.team, requirement.role, requirement.fourEyes],
    ...[requirement.aheadOfTime, requirement.wholeRelease, isOpen ? missing : null, gate.task.id],
  ]);
}
