import { addExampleReleases, allowAll, openEngine } from '@slipway/engine';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '../../harness/database.ts';
import { type InProcessServer, startInProcess } from '../../harness/product/in-process.ts';
import { createRestClient, type RestClient } from '../../harness/rest/rest-client.ts';
import { createPageOpener, hasChromium } from '../../harness/servers/chromium.ts';
import { isLong } from '../../harness/test-length.ts';
import { countInputs, type Form, type Hands, handsOn, type InputCounts } from './hands.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The measured inputs of a job. The JSON report contains them. */
    inputs?: InputCounts;
  }
}

/** A user at Home, in a new database with the samples. */
interface Worker extends Hands {
  readonly form: Form;
  /** For the check of the result only. */
  readonly rest: RestClient;
  /** Sets the counted inputs to zero, after a preparation with the page. */
  startCounting(): Promise<void>;
}

interface Limits {
  /** The maximum number of clicks or taps. */
  readonly clicks: number;
  /** The forms of a long run. */
  readonly forms: readonly Form[];
  /** The forms of a short run; with the mouse by default. All jobs together use each action of each form, if it is fast. */
  readonly short?: readonly Form[];
}

/** The forms of the first five jobs. */
export const allForms: readonly Form[] = ['mouse', 'keyboard', 'phone'];
/** The forms of the other jobs. */
export const wideForms: readonly Form[] = ['mouse', 'keyboard'];

const formTitles: Readonly<Record<Form, (clicks: number) => string>> = {
  mouse: (clicks) => `needs at most ${clicks} clicks`,
  keyboard: () => 'can be done with the keyboard alone',
  phone: (clicks) => `needs at most ${clicks} taps on a phone`,
};

const contexts: Readonly<Record<Form, BrowserContextOptions>> = {
  mouse: {},
  keyboard: {},
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
};

const secretKey = Buffer.alloc(32);
const productEnv = {
  SECRET_KEY: secretKey.toString('hex'),
  ADMIN_PASSWORD: 'admin',
  DATABASE_CONNECTIONS: '4',
  SCRIPT_COMPILE_MS: '0',
};

/** Creates a database with the samples that a first visitor of `npm start` gets, except the running scripts. */
async function databaseWithSamples(): Promise<FreshDatabase> {
  const database = await freshDatabase();
  const product = await startInProcess({ ...productEnv, DATABASE_URL: database.url, SAMPLES: 'true' });
  await product.stop();
  const opened = await openEngine({
    ...{ url: database.url, secretKey: secretKey.toString('base64') },
    ...{ connections: 2, warn: () => {} },
  });
  await addExampleReleases(opened.database, opened.engine, allowAll('admin'), Date.now());
  await opened.stop();
  return database;
}

/** Logs in, and opens Home. */
async function openHome(page: Page, url: string): Promise<void> {
  const answer = await page.context().request.post(`${url}/login`, { data: { username: 'admin', password: 'admin' } });
  if (!answer.ok()) throw new Error(`admin was not let in: ${await answer.text()}`);
  await page.goto(url);
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
}

/** Returns a function that adds the tests of a job, each with a product on a database of its own. */
export function createJobs() {
  let samples: FreshDatabase;
  let database: FreshDatabase | undefined;
  let product: InProcessServer | undefined;
  const open = createPageOpener();
  beforeAll(async () => {
    if (hasChromium) samples = await databaseWithSamples();
  });
  afterEach(async () => {
    await product?.stop();
    await database?.drop();
    product = undefined;
    database = undefined;
  });
  afterAll(async () => {
    await samples?.drop();
  });
  const work = async (form: Form, run: (worker: Worker) => Promise<void>): Promise<InputCounts> => {
    database = await freshDatabase(samples);
    product = await startInProcess({ ...productEnv, DATABASE_URL: database.url });
    const { url } = product;
    const { page, pageErrors } = await open(contexts[form]);
    const counts = await countInputs(page);
    await openHome(page, url);
    const settle = () => page.evaluate('1');
    const startCounting = async (): Promise<void> => {
      await settle();
      Object.assign(counts, { clicks: 0, keys: 0 });
    };
    await run({ ...handsOn(page, form), form, rest: createRestClient(() => url), startCounting });
    await settle();
    expect(pageErrors).toEqual([]);
    return counts;
  };
  return (
    title: string,
    { clicks, forms, short = ['mouse'] }: Limits,
    run: (worker: Worker) => Promise<void>,
  ): void => {
    for (const form of forms)
      test.runIf(hasChromium && (isLong || short.includes(form)))(
        `${title} ${formTitles[form](clicks)}`,
        async ({ task }) => {
          const counts = await work(form, run);
          task.meta.inputs = counts;
          expect(counts.clicks).toBeLessThanOrEqual(form === 'keyboard' ? 0 : clicks);
        },
      );
  };
}
