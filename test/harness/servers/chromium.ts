import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterEach } from 'vitest';

const whole = '/usr/bin/chromium';

/**
 * Debian's Chromium; nothing is downloaded for a test. Without its windows a page costs a third: 0.6 s of one core instead
 * of 1.7 from the login to the first view.
 */
const program = ['/usr/bin/chromium-headless-shell', whole].find((path) => existsSync(path));

/** Whether there is a browser to look at pages with. */
export const hasChromium = program !== undefined;

/** Starts it, for who ends it; `isWhole`: as people have it, for what is measured. Throws where there is none. */
export const launched = ({ isWhole = false } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: isWhole ? whole : (program ?? whole),
    args: ['--no-sandbox'],
    timeout: 600_000,
  });

/** What a page has complained of, in the order in which it did: errors of scripts, and what its policy has forbidden. */
export interface Looked {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** origins that were asked, each once */
  readonly origins: ReadonlySet<string>;
  /** Another tab of the same browser. */
  another(): Promise<Looked>;
}

/** Answers of the server that a browser writes to its console as errors, though they are none of the page. */
const isAnswer = (text: string): boolean =>
  /^Failed to load resource: the server responded with a status of/.test(text);

let started: Promise<Browser> | undefined;

/** The browser of all test files that run in this process; it ends with the process. */
async function shared(): Promise<Browser> {
  started ??= launched();
  const browser = await started;
  if (browser.isConnected()) return browser;
  started = launched();
  return await started;
}

/** Each call of what is answered opens a page that nobody is logged in with, in a context of its own that ends with its test. */
export function browsers() {
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });
  return async (options: BrowserContextOptions = {}): Promise<Looked> => {
    const context = await (await shared()).newContext(options);
    contexts.push(context);
    context.setDefaultTimeout(300_000);
    const look = async (): Promise<Looked> => {
      const page = await context.newPage();
      const complaints: string[] = [];
      const origins = new Set<string>();
      page.on('console', (message) => {
        if (message.type() === 'error' && !isAnswer(message.text())) complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      return { page, complaints, origins, another: look };
    };
    return await look();
  };
}
