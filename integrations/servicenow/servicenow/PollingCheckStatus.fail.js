throw new Error(`${ticket} is rejected`);
