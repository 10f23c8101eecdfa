export { type Action, actions, resourceKinds } from './page/data/deeds.ts';
export { addresses, startView } from './page/place/addresses.ts';
export { type Board, type BoardFile, readBoard } from './served.ts';
