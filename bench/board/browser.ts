import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../../test/harness/servers/chromium.ts';
import { awaitElements, pageProbe } from './page-probe.ts';

/** A page in its own browser context, as on the first visit of a user. */
export interface Tab {
  readonly page: Page;
  readonly devTools: CDPSession;
  /** Opens an address. Returns the milliseconds until `count` elements of the selector are painted. */
  painted(path: string, selector: string, count: number): Promise<number>;
  /** Evaluates an expression in the page, and returns its number. */
  figure(expression: string): Promise<number>;
  close(): Promise<void>;
}

export interface BrowserSession {
  open(means?: BrowserTools): Promise<Tab>;
  close(): Promise<void>;
}

/** The conditions of a browser. */
interface BrowserTools {
  /** the factor by which the processor is slower than that of this machine */
  readonly cpu?: number;
  /** 1.6 Mbit/s, 150 ms */
  readonly isSlowNetwork?: boolean;
}

const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };

async function parseFigure(page: Page, expression: string): Promise<number> {
  const found: unknown = await page.evaluate(expression);
  if (typeof found !== 'number') throw new Error(`${expression} is no number`);
  return found;
}

async function limit(devTools: CDPSession, { cpu = 1, isSlowNetwork = false }: BrowserTools): Promise<void> {
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  if (!isSlowNetwork) return;
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', slowNetwork);
}

/** Opens pages of a product as its admin, in Chromium. */
export async function openBrowser(origin: string): Promise<BrowserSession> {
  const browser = await launchBrowser({ isWhole: true });
  const open: BrowserSession['open'] = async (means = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(120_000);
    const data = { username: 'admin', password: 'admin' };
    const login = await context.request.post(`${origin}/login`, { data });
    if (!login.ok()) throw new Error(`the login was answered ${login.status()}`);
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await limit(devTools, means);
    await page.addInitScript({ content: pageProbe });
    const figure = (expression: string) => parseFigure(page, expression);
    return {
      page,
      devTools,
      figure,
      painted: async (path, selector, count) => {
        await page.addInitScript({ content: awaitElements(selector, count) });
        await page.goto(`${origin}${path}`);
        // Names the selector if it never appears.
        await page
          .locator(selector)
          .nth(count - 1)
          .waitFor({ state: 'attached' });
        return await figure('bench.awaited.then((at) => at - performance.timeOrigin)');
      },
      close: () => context.close(),
    };
  };
  return { open, close: () => browser.close() };
}
