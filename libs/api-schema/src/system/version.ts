/** The name of the product, for clients. */
export const productName = 'Slipway';
/** The version of the product, for clients; equal to that of package.json. */
export const productVersion = '0.2.0';
