import type { TaskTypeResponse } from '@slipway/api-schema/plans';
import { isNotification } from '../../../components/marks/task-kinds.ts';
import { t } from '../../../navigation/text.ts';

type Type = Pick<TaskTypeResponse, 'type' | 'title' | 'description' | 'group' | 'plugin'>;

/** Returns the category of a task type: the name of its plugin, or one of the categories of built-in types. */
function categoryOf({ type, group, plugin }: Type): string {
  if (plugin !== undefined) return plugin;
  if (group) return t('Groups');
  if (/Script|^webhook\./.test(type)) return t('Scripts');
  return isNotification(type) ? t('Notifications') : t('Core');
}

/** The category that contains all types. */
export const allTypes = t('All types');

const builtIn: readonly string[] = [t('Core'), t('Groups'), t('Scripts'), t('Notifications')];

/** Returns the categories with at least one type: all, those of built-in types, and then the plugins by name. */
export function categoriesOf(types: readonly Type[]): readonly string[] {
  const used = new Set(types.map(categoryOf));
  const plugins = [...used].filter((name) => !builtIn.includes(name)).toSorted((a, b) => a.localeCompare(b));
  return [allTypes, ...builtIn.filter((name) => used.has(name)), ...plugins];
}

/** Returns the types of a category that contain all typed words in their title, description or plugin. */
export function findTypes<Found extends Type>(
  types: readonly Found[],
  category: string,
  text: string,
): readonly Found[] {
  const words = text.toLowerCase().split(/\s+/u);
  return types.filter((type) => {
    const searched = `${type.title} ${type.description} ${type.plugin ?? ''}`.toLowerCase();
    return (category === allTypes || categoryOf(type) === category) && words.every((word) => searched.includes(word));
  });
}
