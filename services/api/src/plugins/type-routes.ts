import { clip, NotFound } from '@slipway/domain';
import { productTypes } from '@slipway/plugins';
import { readType } from '@slipway/wire';
import { type Route, route } from '../http/route.ts';
import { renderType, typeAnswer } from './render-type.ts';

/** The definitions of types (operations.md, called by clients). */
export const metadata: readonly Route[] = [
  route({
    method: 'GET',
    path: '/metadata/types/{typeName}',
    name: 'getType',
    summary: 'What objects of a type have, inherited properties included; the types of the product too',
    needs: 'anyone',
    reply: typeAnswer,
    answer: async (deps, { path }) => {
      const { typePrefix: prefix } = deps;
      const name = readType(path.typeName, prefix);
      const builtIn = productTypes.get(name);
      if (builtIn) return renderType(builtIn, null, prefix);
      const found = (await deps.plugins.current()).get(name);
      if (found === undefined) throw new NotFound(`there is no type '${clip(path.typeName)}'`);
      return renderType(found, found.plugin, prefix);
    },
  }),
];
