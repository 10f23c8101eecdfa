import { describe, expect, test } from 'vitest';
import { createLoginRateLimiter, networkOf } from './login-rate-limiter.ts';

const attempt = (username: string, password: string, address = '10.0.0.1') => ({
  username,
  address,
  digest: `${username}:${password}`,
});

function isLimited() {
  const clock = { now: 0 };
  const rateLimiter = createLoginRateLimiter(() => clock.now);
  const fail = (login: ReturnType<typeof attempt>) => rateLimiter.begin(login).fail();
  const succeed = (login: ReturnType<typeof attempt>) => rateLimiter.begin(login).succeed();
  /** Fails a hundred logins with different names. */
  const flood = (address?: string) => {
    for (let index = 0; index < 100; index += 1) fail(attempt(`stranger${index}`, 'wrong', address));
  };
  return { clock, fail, succeed, flood };
}

const tooMany = 'too many failed logins, try again later';

describe('a hundred wrong logins from an address', () => {
  test('block new users there for the rest of the hour, and none elsewhere', () => {
    const { clock, succeed, flood } = isLimited();
    flood();
    expect(() => succeed(attempt('ann', 'right'))).toThrow(tooMany);
    succeed(attempt('ann', 'right', '10.0.0.2'));
    clock.now = 60 * 60_000;
    succeed(attempt('ann', 'right'));
  });

  test('do not block a name with a recent login there, not even with a new password', () => {
    const { clock, succeed, flood } = isLimited();
    succeed(attempt('ann', 'right'));
    clock.now = 6 * 24 * 3_600_000;
    flood();
    succeed(attempt('ann', 'right'));
    succeed(attempt('ann', 'new'));
    expect(() => succeed(attempt('bob', 'right'))).toThrow(tooMany);
  });

  test('count for all addresses of an IPv6 network', () => {
    const { succeed, flood } = isLimited();
    flood('2001:db8:1:2::1');
    expect(() => succeed(attempt('ann', 'right', '2001:db8:1:2:ffff::7'))).toThrow(tooMany);
    succeed(attempt('ann', 'right', '2001:db8:1:3::1'));
  });
});

describe('ten wrong logins of a name', () => {
  const failTen = (fail: (login: ReturnType<typeof attempt>) => void) => {
    for (let time = 0; time < 10; time += 1) fail(attempt('ann', `wrong ${time}`));
  };

  test('do not block a login that was correct there, until it fails once', () => {
    const { fail, succeed } = isLimited();
    succeed(attempt('ann', 'right'));
    failTen(fail);
    succeed(attempt('ann', 'right'));
    expect(() => succeed(attempt('ann', 'another'))).toThrow(tooMany);
    fail(attempt('ann', 'right'));
    expect(() => succeed(attempt('ann', 'right'))).toThrow(tooMany);
  });

  test('count together in any spelling of the name', () => {
    const { fail, succeed } = isLimited();
    for (let time = 0; time < 10; time += 1) fail(attempt(time % 2 === 0 ? 'Ann' : 'aNN', `wrong ${time}`));
    expect(() => succeed(attempt('ann', 'right'))).toThrow(tooMany);
  });

  test('block further attempts, which do not count at the address', () => {
    const { fail, succeed } = isLimited();
    failTen(fail);
    for (let time = 0; time < 300; time += 1) expect(() => fail(attempt('ann', `${time}`))).toThrow(tooMany);
    succeed(attempt('bob', 'right'));
  });

  test('still count after thousands of other names that the limit of the address rejects', () => {
    const { fail, succeed, flood } = isLimited();
    succeed(attempt('ann', 'right'));
    failTen(fail);
    flood();
    for (let index = 0; index < 20_000; index += 1) {
      expect(() => fail(attempt(`nobody${index}`, 'wrong'))).toThrow(tooMany);
    }
    expect(() => fail(attempt('ann', 'another'))).toThrow(tooMany);
  });
});

test('the counters and caches use little memory for any number of names and addresses', () => {
  const { succeed, fail } = isLimited();
  const beforeMs = process.memoryUsage().heapUsed;
  for (let index = 0; index < 30_000; index += 1) {
    const long = attempt(`${index} ${'x'.repeat(2_000)}`, 'p', `10.${index % 200}.${index >> 8}.1`);
    if (index % 2 === 0) fail(long);
    else succeed(long);
  }
  expect((process.memoryUsage().heapUsed - beforeMs) / 1e6).toBeLessThan(60);
});

test.each([
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
