//! The mode in which doubles are computed. Hosts for audio and games set one that rounds the
//! smallest numbers to zero, in which the bits of a motion would differ, so every call has that of
//! the contract and gives the host its own back.

/// While it lives, doubles are computed as IEEE 754 says: rounded to nearest, and with subnormal
/// numbers.
pub(crate) struct ContractMode {
    host: Register,
}

impl ContractMode {
    pub(crate) fn set() -> Self {
        let host = register::read();
        if register::mode_of(host) != register::CONTRACT {
            register::write(register::CONTRACT);
        }
        Self { host }
    }
}

impl Drop for ContractMode {
    fn drop(&mut self) {
        if register::mode_of(self.host) != register::CONTRACT {
            register::write(self.host);
        }
    }
}

type Register = register::Register;

#[cfg(target_arch = "x86_64")]
mod register {
    use std::arch::asm;

    pub(super) type Register = u32;

    /// No traps, nearest, subnormal numbers.
    pub(super) const CONTRACT: Register = 0x1F80;

    /// Without the flags of what happened.
    pub(super) fn mode_of(register: Register) -> Register {
        register & !0x3F
    }

    pub(super) fn read() -> Register {
        let mut register = 0;
        // SAFETY: writes MXCSR into this variable.
        unsafe { asm!("stmxcsr [{}]", in(reg) &mut register, options(nostack, preserves_flags)) };
        register
    }

    pub(super) fn write(register: Register) {
        // SAFETY: every mode that is written is that of the contract, or was read before.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &register, options(nostack, readonly)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod register {
    use std::arch::asm;

    pub(super) type Register = u64;

    /// No traps, nearest, subnormal numbers.
    pub(super) const CONTRACT: Register = 0;

    pub(super) fn mode_of(register: Register) -> Register {
        register
    }

    pub(super) fn read() -> Register {
        let register;
        // SAFETY: reads FPCR.
        unsafe {
            asm!("mrs {}, fpcr", out(reg) register, options(nomem, nostack, preserves_flags))
        };
        register
    }

    pub(super) fn write(register: Register) {
        // SAFETY: every mode that is written is that of the contract, or was read before.
        unsafe { asm!("msr fpcr, {}", in(reg) register, options(nostack)) };
    }
}

/// Other processors keep the mode of the host.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod register {
    pub(super) type Register = ();
    pub(super) const CONTRACT: Register = ();
    pub(super) fn mode_of((): Register) {}
    pub(super) fn read() {}
    pub(super) fn write((): Register) {}
}
