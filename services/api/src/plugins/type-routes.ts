import { clip, endingsOf, NotFound, type TaskType, taskTypes } from '@slipway/domain';
import { makesTasks, productTypes } from '@slipway/plugins';
import { list, readType, showType, taskTypeAnswer } from '@slipway/wire';
import { type Route, route } from '../http/route.ts';
import { renderType, typeAnswer } from './render-type.ts';

/** The definitions of types (rest-operations.md, called by clients). */
export const metadata: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tasks/types',
    name: 'getTaskTypes',
    summary: 'The types that a task can have, those of plugins by title after those of the product',
    needs: 'anyone',
    reply: list(taskTypeAnswer),
    answer: async ({ plugins, typePrefix }) => {
      const own = Object.entries<TaskType>(taskTypes).map(([type, { label, children }]) => ({
        type: showType(type, typePrefix),
        title: label,
        description: '',
        group: children !== undefined,
        ...endingsOf(type),
      }));
      const ofPlugins = [...(await plugins.current()).values()]
        .filter(({ root, virtual }) => makesTasks(root) && !virtual)
        .map(({ name, label, description, plugin }) => ({
          type: showType(name, typePrefix),
          title: label,
          description,
          group: false,
          ...endingsOf(name),
          plugin,
        }));
      return [...own, ...ofPlugins.toSorted((one, other) => one.title.localeCompare(other.title))];
    },
  }),
  route({
    method: 'GET',
    path: '/metadata/types/{typeName}',
    name: 'getType',
    summary: 'The properties of a type, including inherited ones; also for types of the product',
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
