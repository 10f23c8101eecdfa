import { asksForValues, gateType, isGroupType, runsScript, taskTypeNamed, typesThat } from '@slipway/domain';

const listSql = (types: readonly string[]): string => `(${types.map((type) => `'${type}'`).join(', ')})`;

/** Lists of task types to stand behind `in`. */
export const taskTypesSql = {
  groups: listSql(typesThat(isGroupType)),
  /** whose tasks run no script; those of plugins run one */
  withoutScript: listSql(typesThat((type) => !runsScript(type))),
  gates: listSql([gateType]),
  /** Types whose tasks end without a user while they are in progress, without regard to their script. */
  byThemselves: listSql(typesThat((type) => taskTypeNamed(type)?.behaviour === 'create')),
  /** whose tasks create releases */
  creating: listSql(typesThat((type) => taskTypeNamed(type)?.behaviour === 'create')),
  /** whose answers may need the release's variables: those that ask for values, perhaps in a group */
  withVariables: listSql(typesThat((type) => asksForValues(type) || isGroupType(type))),
};
