import type { Json } from '@slipway/domain/model';
import { isObject } from '@slipway/domain/model';
import { isList, literalOf } from './literals.ts';
import { type Fields, keyIn, lastOf, objectsIn, textIn } from './members.ts';
import type { WriteContext } from './write-context.ts';

export const writeConditions = ({ conditions }: Fields, { writer }: WriteContext): void =>
  writer.blockForEach('conditions', objectsIn(conditions), ({ title }) =>
    writer.rawStatement('condition', `(${literalOf(textIn(title) ?? '')})`),
  );

/** What a gate waits for: a place in the same template, whose ids a copy does not have, or an id. */
export const writeDependencies = ({ dependencies }: Fields, { writer, positions }: WriteContext): void =>
  writer.blockForEach('dependencies', objectsIn(dependencies), ({ targetId, target }) =>
    writer.block('dependency', null, () => {
      const rawTarget = targetId ?? target;
      const position = positions.get(lastOf(rawTarget));
      const key = keyIn(rawTarget);
      if (position) writer.rawStatement('place', ` ${position.join(', ')}`);
      else if (key !== null) writer.variable('target', key);
      else writer.member('target', rawTarget);
    }),
  );

/** The variables of a user input task. */
export const writeInputs = ({ variables }: Fields, { writer, keys }: WriteContext): void => {
  const rawTarget: readonly Json[] = variables !== undefined && isList(variables) ? variables : [];
  const requestedKeys = rawTarget.flatMap(
    (variable) => keys.get(lastOf(isObject(variable) ? variable.id : variable)) ?? [],
  );
  writer.blockForEach('variables', requestedKeys, (key) => writer.member('variable', key));
};

/** Which tasks of a group wait for which: by titles, or by numbers where these are not distinct. */
export const writeLinks = ({ links, tasks }: Fields, { writer }: WriteContext): void => {
  const members = objectsIn(tasks);
  const linkName = (id: Json | undefined): Json | undefined => {
    const index = members.findIndex((task) => lastOf(task.id) === lastOf(id));
    const title = members[index]?.title;
    return members.filter((task) => task.title === title).length === 1 ? title : index + 1;
  };
  const completeLinks = objectsIn(links).filter((link) => linkName(link.source) !== 0 && linkName(link.target) !== 0);
  writer.blockForEach('links', completeLinks, ({ source, target }) =>
    writer.block('link', null, () => {
      writer.member('source', linkName(source));
      writer.member('target', linkName(target));
    }),
  );
};
