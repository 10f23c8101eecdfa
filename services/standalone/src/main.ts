// What `npm start` runs: the whole product in one process, on a PostgreSQL of its own unless DATABASE_URL names one.
import { runProcess } from '@slipway/process';
import { startProduct } from './product.ts';
import { notifyParent, print } from './terminal.ts';

await runProcess(async (process) => {
  await startProduct(process, { print, onServing: notifyParent });
});
