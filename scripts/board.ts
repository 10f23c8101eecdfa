// Bundles the board if its sources have changed.
import { bundleBoard } from './bundle-board.ts';

await bundleBoard();
