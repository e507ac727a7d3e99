# Lanes begin for which there is no room.
s/if (!first || !fits(lanes)) {/if (!first) {/
