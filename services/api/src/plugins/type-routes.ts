import { list, readType, showType } from '@slipway/api-schema/format';
import { taskTypeResponse } from '@slipway/api-schema/plans';
import { completionOptionsOf } from '@slipway/domain/forecast';
import { message } from '@slipway/domain/messages';
import { NotFound, type TaskType, taskTypes } from '@slipway/domain/model';
import { isTaskBase, productTypes } from '@slipway/plugins';
import { type Route, route } from '../http/route.ts';
import { renderType, typeAnswer } from './render-type.ts';

/** Routes for type definitions (rest-operations.md, called by clients). */
export const metadata: readonly Route[] = [
  route({
    method: 'GET',
    path: '/tasks/types',
    name: 'getTaskTypes',
    summary: 'The types that a task can have, those of plugins by title after those of the product',
    needs: 'anyone',
    reply: list(taskTypeResponse),
    answer: async ({ plugins, typePrefix }) => {
      const builtInTypes = Object.entries<TaskType>(taskTypes).map(([type, { label, description, children }]) => ({
        type: showType(type, typePrefix),
        title: label,
        description,
        group: children !== undefined,
        ...completionOptionsOf(type),
      }));
      const pluginTypes = [...(await plugins.current()).values()]
        .filter(({ root, virtual }) => isTaskBase(root) && !virtual)
        .map(({ name, label, description, plugin }) => ({
          type: showType(name, typePrefix),
          title: label,
          description,
          group: false,
          ...completionOptionsOf(name),
          plugin,
        }));
      return [...builtInTypes, ...pluginTypes.toSorted((a, b) => a.title.localeCompare(b.title))];
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
      const pluginType = (await deps.plugins.current()).get(name);
      if (pluginType === undefined) throw new NotFound(message('notFound.type', { name: path.typeName }));
      return renderType(pluginType, pluginType.plugin, prefix);
    },
  }),
];
