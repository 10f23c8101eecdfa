export { type Deed, deeds, things } from './page/data/deeds.ts';
export { addresses, first } from './page/place/addresses.ts';
export { type Board, type BoardFile, readBoard } from './served.ts';
