/**
 * Does what has to be over before a moment that is near enough to wait for, and answers what came of it. Where the
 * machine was too slow for that, all of it is done again, for a moment four times as far away.
 */
export async function aheadOf<T>(work: (moment: number) => Promise<T>, ms = 1_000): Promise<T> {
  const moment = Date.now() + ms;
  try {
    const answer = await work(moment);
    if (Date.now() < moment) return answer;
  } catch (error) {
    if (Date.now() < moment) throw error;
  }
  return await aheadOf(work, 4 * ms);
}
