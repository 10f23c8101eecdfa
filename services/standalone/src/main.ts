// The entry of `npm start`: runs the whole product in one process, with an embedded PostgreSQL unless DATABASE_URL is
// set.
import { runProcess } from '@slipway/process';
import { startProduct } from './product.ts';
import { notifyParent, print } from './terminal.ts';

await runProcess(async (process) => {
  await startProduct(process, { print, onServing: notifyParent });
});
