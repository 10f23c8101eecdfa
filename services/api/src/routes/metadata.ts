import { clip, NotFound } from '@slipway/domain';
import { eventTypes } from '@slipway/plugins';
import { type Route, route } from '../http/route.ts';
import { shownType, typeAnswer } from '../shown-type.ts';

/** The definitions of types (operations.md, called by clients). */
export const metadata: readonly Route[] = [
  route({
    method: 'GET',
    path: '/metadata/types/{typeName}',
    name: 'getType',
    summary: 'What configurations or tasks of a type have, inherited properties included',
    permission: null,
    reply: typeAnswer,
    answer: async (deps, { path }) => {
      const builtIn = eventTypes.find(({ name }) => name === path.typeName);
      if (builtIn) return shownType(builtIn, null);
      const found = (await deps.plugins.current()).get(path.typeName);
      if (found === undefined) throw new NotFound(`there is no type '${clip(path.typeName)}'`);
      return shownType(found, found.plugin);
    },
  }),
];
