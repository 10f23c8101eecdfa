export { listUpTo, mapUpTo, nameList } from './bounds.ts';
export { changesIn } from './changes.ts';
export { showDate } from './dates.ts';
export { joinIds, type RenderContext } from './render-context.ts';
export { date, flag, json, list, name, oneOf, optional, required, wholeNumber } from './scalars.ts';
export { defaultPrefix, readType, showType } from './type-name.ts';
