// include: shared/http.js
const address = url.trim();
if (!/^https?:\/\//i.test(address)) throw new Error(`url: '${address}' is not an address`);
const { status } = request(null, 'GET', address, { accept: [] });
print(`The server returned ${status} for ${address.split('?')[0]}`);
