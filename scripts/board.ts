// Bundles the page at `/` where its sources were changed.
import { bundleBoard } from './bundle-board.ts';

await bundleBoard();
