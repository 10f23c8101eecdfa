import { asksForValues, isGroupType, typesThat } from '@slipway/domain';

const listSql = (types: readonly string[]): string => `(${types.map((type) => `'${type}'`).join(', ')})`;

/** Lists of task types to stand behind `in`. */
export const taskTypesSql = {
  groups: listSql(typesThat(isGroupType)),
  /** whose answers may need the release's variables: those that ask for values, perhaps in a group */
  withVariables: listSql(typesThat((type) => asksForValues(type) || isGroupType(type))),
};
