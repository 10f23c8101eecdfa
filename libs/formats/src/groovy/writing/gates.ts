import type { Json } from '@slipway/domain';
import { isObject } from '@slipway/domain';
import { isList, literalOf } from './literals.ts';
import { type Fields, keyIn, lastOf, objectsIn, textIn } from './members.ts';
import type { Writing } from './writing.ts';

export const writeConditions = ({ conditions }: Fields, { page }: Writing): void =>
  page.blockOf('conditions', objectsIn(conditions), ({ title }) =>
    page.written('condition', `(${literalOf(textIn(title) ?? '')})`),
  );

/** What a gate waits for: a place in the same template, whose ids a copy does not have, or an id. */
export const writeDependencies = ({ dependencies }: Fields, { page, places }: Writing): void =>
  page.blockOf('dependencies', objectsIn(dependencies), ({ targetId, target }) =>
    page.block('dependency', null, () => {
      const written = targetId ?? target;
      const place = places.get(lastOf(written));
      const key = keyIn(written);
      if (place) page.written('place', ` ${place.join(', ')}`);
      else if (key !== null) page.variable('target', key);
      else page.member('target', written);
    }),
  );

/** The variables of a user input task. */
export const writeInputs = ({ variables }: Fields, { page, keys }: Writing): void => {
  const written: readonly Json[] = variables !== undefined && isList(variables) ? variables : [];
  const asked = written.flatMap((each) => keys.get(lastOf(isObject(each) ? each.id : each)) ?? []);
  page.blockOf('variables', asked, (key) => page.member('variable', key));
};

/** Which tasks of a group wait for which: by titles, or by numbers where these are not distinct. */
export const writeLinks = ({ links, tasks }: Fields, { page }: Writing): void => {
  const members = objectsIn(tasks);
  const called = (id: Json | undefined): Json | undefined => {
    const index = members.findIndex((task) => lastOf(task.id) === lastOf(id));
    const title = members[index]?.title;
    return members.filter((task) => task.title === title).length === 1 ? title : index + 1;
  };
  const whole = objectsIn(links).filter((link) => called(link.source) !== 0 && called(link.target) !== 0);
  page.blockOf('links', whole, ({ source, target }) =>
    page.block('link', null, () => {
      page.member('source', called(source));
      page.member('target', called(target));
    }),
  );
};
