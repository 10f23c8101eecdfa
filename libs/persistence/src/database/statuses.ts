import { targetStateOf } from '@slipway/domain/gates';
import {
  gateType,
  isActive,
  isAhead,
  isDone,
  isEnded,
  isFlowing,
  isGroupType,
  isInAdvance,
  isOver,
  isUnfinished,
  isWithScript,
  mayNeedUser,
  phaseStatuses,
  releaseStatuses,
  requestsValues,
  runsScript,
  type Status,
  type TargetState,
  taskStatuses,
  taskTypeNamed,
  typesWhere,
} from '@slipway/domain/model';

// What the domain decides of statuses, as SQL. They stand in the text, not in bindings: the planner has to recognize
// the predicates of partial indexes.

const allStatuses: readonly Status[] = [...new Set([...releaseStatuses, ...phaseStatuses, ...taskStatuses])];

/** The status of templates. */
export const templateStatus = 'TEMPLATE' satisfies Status;

export const statusSql = (status: Status): string => `'${status}'`;
const listSql = (values: readonly string[]): string => `(${values.map((value) => `'${value}'`).join(', ')})`;

/** Lists of releases' statuses to stand behind `in`. */
export const releasesSql = {
  active: listSql(releaseStatuses.filter(isActive)),
  flowing: listSql(releaseStatuses.filter(isFlowing)),
  over: listSql(releaseStatuses.filter(isOver)),
  unfinished: listSql(releaseStatuses.filter(isUnfinished)),
};

export const tasksSql = {
  ahead: listSql(taskStatuses.filter(isAhead)),
  defunct: listSql(taskStatuses.filter(isEnded)),
  inAdvance: listSql(taskStatuses.filter(isInAdvance)),
  /** Tasks that users end, unless their type has another rule. */
  forUsers: listSql(taskStatuses.filter(mayNeedUser)),
  withScript: listSql(taskStatuses.filter(isWithScript)),
};

/** The statuses of completed releases, phases and tasks. */
export const doneSql = listSql(allStatuses.filter(isDone));

const targetsSql = (matches: (state: TargetState) => boolean): string =>
  listSql(allStatuses.filter((status) => matches(targetStateOf(status))));

/** Whether something of this status, null where there is nothing, ends the wait of a gate for it. */
export const endsWaitSql = (status: string): string =>
  `(${status} is null or ${status} in ${targetsSql((state) => state !== 'open')})`;

/** The state of a gate's target with this status; null: the target does not exist. */
export const targetStateSql = (status: string): string => `case
    when ${status} in ${targetsSql((state) => state === 'done')} then 'done'
    when ${status} in ${targetsSql((state) => state === 'aborted')} then 'aborted'
    when ${endsWaitSql(status)} then 'missing' else 'open' end`;

/** Lists of task types to stand behind `in`. */
export const taskTypesSql = {
  groups: listSql(typesWhere(isGroupType)),
  /** whose tasks run no script; those of plugins run one */
  withoutScript: listSql(typesWhere((type) => !runsScript(type))),
  gates: listSql([gateType]),
  /** Types whose tasks end without a user while they are in progress, without regard to their script. */
  automatic: listSql(typesWhere((type) => taskTypeNamed(type)?.behavior === 'create')),
  /** whose tasks create releases */
  creating: listSql(typesWhere((type) => taskTypeNamed(type)?.behavior === 'create')),
  /** whose answers may need the release's variables: those that ask for values, perhaps in a group */
  withVariables: listSql(typesWhere((type) => requestsValues(type) || isGroupType(type))),
};
