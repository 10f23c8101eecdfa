import { gateType, isGroupType, requestsValues, runsScript, taskTypeNamed, typesWhere } from '@slipway/domain/model';

const listSql = (types: readonly string[]): string => `(${types.map((type) => `'${type}'`).join(', ')})`;

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
