export { changesIn } from './changes.ts';
export { showDate } from './dates.ts';
export { expects, problemOf } from './expects.ts';
export { type MessageData, messageData, messageResponse, showMessage, showMessageData, showTexts } from './messages.ts';
export { joinIds, type RenderContext } from './render-context.ts';
export {
  date,
  flag,
  json,
  list,
  listUpTo,
  mapUpTo,
  name,
  nameList,
  oneOf,
  optional,
  required,
  wholeNumber,
} from './scalars.ts';
export { defaultPrefix, readType, showType } from './type-name.ts';
