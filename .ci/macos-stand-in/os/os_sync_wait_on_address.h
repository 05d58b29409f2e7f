// The part of a header of macOS 14.4 that CStageFloor uses: zig's copy of Darwin's headers is older.

#include <os/clock.h>
#include <stddef.h>
#include <stdint.h>

enum { OS_SYNC_WAIT_ON_ADDRESS_NONE = 0, OS_SYNC_WAKE_BY_ADDRESS_NONE = 0 };

int os_sync_wait_on_address(void *address, uint64_t value, size_t size, uint32_t flags);
int os_sync_wait_on_address_with_timeout(void *address, uint64_t value, size_t size, uint32_t flags,
                                         os_clockid_t clock, uint64_t timeout_ns);
int os_sync_wake_by_address_any(void *address, size_t size, uint32_t flags);
