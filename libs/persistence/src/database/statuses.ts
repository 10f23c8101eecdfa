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
  mayWait,
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

// Status rules of the domain as SQL. They are literals instead of parameters, because the planner must recognize the
// predicates of partial indexes.

const allStatuses: readonly Status[] = [...new Set([...releaseStatuses, ...phaseStatuses, ...taskStatuses])];

export const templateStatus = 'TEMPLATE' satisfies Status;

export const statusSql = (status: Status): string => `'${status}'`;
const listSql = (values: readonly string[]): string => `(${values.map((value) => `'${value}'`).join(', ')})`;

/** Lists of release statuses for use after `in`. */
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
  /** Tasks that users complete, unless their type has another rule. */
  forUsers: listSql(taskStatuses.filter(mayNeedUser)),
  withScript: listSql(taskStatuses.filter(isWithScript)),
  /** Tasks that may wait, unless they run a script. */
  waiting: listSql(taskStatuses.filter(mayWait)),
};

/** The statuses of completed releases, phases and tasks. */
export const doneSql = listSql(allStatuses.filter(isDone));

const targetsSql = (matches: (state: TargetState) => boolean): string =>
  listSql(allStatuses.filter((status) => matches(targetStateOf(status))));

/** SQL for whether a target with this status ends the wait of a gate. The status is null for a missing target. */
export const endsWaitSql = (status: string): string =>
  `(${status} is null or ${status} in ${targetsSql((state) => state !== 'open')})`;

/** SQL for the state of a gate target with this status. The status is null for a missing target. */
export const targetStateSql = (status: string): string => `case
    when ${status} in ${targetsSql((state) => state === 'done')} then 'done'
    when ${status} in ${targetsSql((state) => state === 'aborted')} then 'aborted'
    when ${endsWaitSql(status)} then 'missing' else 'open' end`;

/** Lists of task types for use after `in`. */
export const taskTypesSql = {
  groups: listSql(typesWhere(isGroupType)),
  /** Types whose tasks request values of variables from a user. */
  inputs: listSql(typesWhere(requestsValues)),
  /** Types of tasks that wait for an event. */
  events: listSql(typesWhere((type) => taskTypeNamed(type)?.behavior === 'event')),
  /** Types that run no script. Types of plugins do. */
  withoutScript: listSql(typesWhere((type) => !runsScript(type))),
  gates: listSql([gateType]),
  /** Types of tasks that create releases. They finish automatically, without regard to their script. */
  creating: listSql(typesWhere((type) => taskTypeNamed(type)?.behavior === 'create')),
  /**
   * Types whose responses may need the variables of the release: user input tasks and groups, which can contain them.
   */
  withVariables: listSql(typesWhere((type) => requestsValues(type) || isGroupType(type))),
};
